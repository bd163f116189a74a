// What the Send screen begins with: how long links open, which channels there are, and whether there is a video.
import type { MessageOptions } from '@walkaround/contract/app/messages.ts'
import type { Scope } from '../../scope.ts'
import { getLinkDays } from '../owner-links/owner-links.ts'
import { listVideoStates } from '../videos/read-videos.ts'
import { getSubject } from './compose.ts'
import { channelNames, videoStateOf } from './rules.ts'
import { LONGEST_SMS_NOTE } from './sms-length.ts'

/** `hasBot`: without one nobody can be written to by Telegram; what else is not set up stays in the outbox. */
export async function getMessageOptions(
  scope: Scope,
  surveyId: string,
  { hasBot }: { hasBot: boolean },
): Promise<MessageOptions> {
  const { survey_type: type } = await getSubject(scope, surveyId)
  const isAboutVideo = type === 'VC' || type === 'CVR'
  return {
    validDays: await getLinkDays(scope),
    channels: channelNames.filter((channel) => channel !== 'telegram' || hasBot),
    smsNoteLength: LONGEST_SMS_NOTE,
    ...(isAboutVideo ? { video: videoStateOf(await listVideoStates(scope, surveyId)) } : {}),
  }
}
