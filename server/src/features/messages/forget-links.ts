// What upkeep does for messages: the addresses of links that are over are not kept, not even sealed. Over all clients.
import type { Database } from '../../db/database.ts'
import { forgetOldLinks } from './store.ts'

export const forgetLinks = (database: Database, now: Date): Promise<void> => forgetOldLinks(database, now)
