from egypt.games.ra.components import Components

COMPONENTS: Components
