from egypt.games.sobek.components import Components

COMPONENTS: Components
