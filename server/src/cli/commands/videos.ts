// Commands on the videos of surveys.
import { convertAgain } from '../../features/videos/convert-again.ts'
import { type Command, feature, text } from './define.ts'

export const commands: Readonly<Record<string, Command>> = {
  'video convert': feature(
    {
      summary: 'convert the videos that were kept as recorded while ffmpeg was missing',
      arguments: { client: text('id of the system client') },
    },
    (scope) => convertAgain(scope),
  ),
}
