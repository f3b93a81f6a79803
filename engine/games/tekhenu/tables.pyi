from egypt.games.tekhenu.components import Components

COMPONENTS: Components
