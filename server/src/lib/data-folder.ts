// Names in the data folder that several parts of the code use.

/** The installation's key; it seals the secrets in the database, and a backup includes it. */
export const KEY_FILE = 'secret.key'

/** The embedded database. */
export const DATABASE_FOLDER = 'database'

/** Files with events that are kept no longer. */
export const EVENT_FOLDER = 'removed-events'
