// Commands on the database as a whole.
import { demo } from '@walkaround/demo/demo.ts'
import { migrate } from '../../db/migrate.ts'
import { examineSchema } from '../../db/schema-state.ts'
import { progressInEnglish } from '../../http/progress-words.ts'
import { type Command, define, flag } from './define.ts'

export const commands: Readonly<Record<string, Command>> = {
  demo: define({ mayCreate: true }, async ({ database, config, media, progress }) => {
    const made = await demo.ensure(database, {
      wanted: true,
      isNewEmbedded: false,
      media,
      onProgress: (now) => progress(progressInEnglish(now)),
    })
    if (made.access) await demo.writePasswords(config.dataDir, made.access)
    return made
  }),
  migrate: define(
    {
      options: {
        finish: flag('also fill in what the service would fill in the background, and wait for it'),
      },
      mayCreate: true,
      asItIs: true,
    },
    async ({ database, progress }, { finish }) => {
      const applied = await migrate(database, { finish, onProgress: progress })
      const { version, fillings } = await examineSchema(database)
      return { schemaVersion: version, applied, fillings }
    },
  ),
}
