// The command that changes the installation's key.
import { changeSecretKey } from '../../process/change-secret-key.ts'
import { type Command, define, oneOf } from './define.ts'

export const commands: Readonly<Record<string, Command>> = {
  'secret-key change': define(
    {
      summary: "change the installation's key and reseal everything with it",
      options: {
        links: oneOf(
          ['keep', 'end'],
          "keep: owners' links keep working; end: withdraw them all, because others may have the former key",
          { 'x-value': 'keep|end' },
        ),
      },
      required: ['links'],
    },
    ({ database, config, actor, now, progress }, { links = 'keep' }) =>
      changeSecretKey({ database, config, actor, now, progress, links }),
  ),
}
