from egypt.games.amunre.components import Components

COMPONENTS: Components
PROVINCES: tuple[str, ...]
