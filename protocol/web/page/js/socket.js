// The link to the server: it never gives up, and after every return it starts from the server's truth.

const RETRY = [300, 1000, 2000, 3500, 5000];
const PING = 10000;
const DEAD = 25000;

/**
 * @param {{table: string, token: string}} route
 * @param {(message: any) => void} hear
 * @param {(link: string, text: string) => void} tell link is "open", "lost" or "refused"
 */
export function connect(route, hear, tell) {
  /** @type {WebSocket|null} */
  let socket = null;
  let closed = false;
  let tries = 0;
  let heard = 0;
  let retry = 0;

  function open() {
    if (closed || socket !== null) return;
    clearTimeout(retry);
    const address = new URL("/play", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const here = new WebSocket(address);
    socket = here;
    heard = Date.now();
    here.onopen = () => here.send(JSON.stringify({ type: "join", ...route }));
    here.onmessage = (event) => {
      if (here !== socket) return;
      heard = Date.now();
      const message = JSON.parse(event.data);
      if (message.type === "welcome") {
        tries = 0;
        tell("open", "");
      }
      if (message.type !== "pong") hear(message);
    };
    here.onclose = (event) => {
      if (here !== socket) return;
      socket = null;
      if (closed) return;
      if (event.code === 1008) {
        closed = true;
        tell("refused", event.reason);
        return;
      }
      tell("lost", "");
      retry = setTimeout(open, RETRY[Math.min(tries++, RETRY.length - 1)]);
    };
  }

  function drop() {
    const old = socket;
    socket = null;
    old?.close();
  }

  const ping = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - heard > DEAD) {
      drop();
      tell("lost", "");
      open();
    } else {
      socket.send('{"type":"ping"}');
    }
  }, PING);

  function now() {
    if (document.visibilityState === "visible") open();
  }
  document.addEventListener("visibilitychange", now);
  window.addEventListener("online", now);
  window.addEventListener("pageshow", now);
  open();

  return {
    /**
     * Send a message; false if the socket is not open.
     * @param {any} message
     */
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    close() {
      closed = true;
      clearInterval(ping);
      clearTimeout(retry);
      document.removeEventListener("visibilitychange", now);
      window.removeEventListener("online", now);
      window.removeEventListener("pageshow", now);
      drop();
    },
  };
}
