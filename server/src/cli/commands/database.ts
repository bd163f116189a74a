// Commands on the database as a whole.
import { demo } from '@walkaround/demo/demo.ts'
import { findSchemaVersion, migrate } from '../../db/migrate.ts'
import { type Command, define } from './define.ts'

export const commands: Readonly<Record<string, Command>> = {
  demo: define({ mayCreate: true }, async ({ database, config, media, progress }) => {
    const made = await demo.ensure(database, {
      wanted: true,
      isNewEmbedded: false,
      media,
      onProgress: progress,
    })
    if (made.access) await demo.writePasswords(config.dataDir, made.access)
    return made
  }),
  migrate: define({ mayCreate: true, asItIs: true }, async ({ database, progress }) => {
    const applied = await migrate(database, { onProgress: progress })
    return { schemaVersion: await findSchemaVersion(database), applied }
  }),
}
