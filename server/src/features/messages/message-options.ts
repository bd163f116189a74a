// What the Send screen begins with: how long links open, which channels there are, and whether there is a video.
import type { MessageOptions } from '@walkaround/contract/app/messages.ts'
import type { Scope } from '../../scope.ts'
import { getLinkDays } from '../owner-links/owner-links.ts'
import { listVideoStates } from '../videos/read-videos.ts'
import { getSubject } from './compose.ts'
import { type ChannelName, channelNames, videoStateOf } from './rules.ts'
import { LONGEST_SMS_NOTE } from './sms-length.ts'

export interface Ways {
  /** Without one nobody can be written to by Telegram. */
  hasBot: boolean
  /** Whether what is sent by it stays in the outbox. */
  isKept: (clientId: string, channel: ChannelName) => boolean
}

export async function getMessageOptions(
  scope: Scope,
  surveyId: string,
  { hasBot, isKept }: Ways,
): Promise<MessageOptions> {
  const { survey_type: type } = await getSubject(scope, surveyId)
  const isAboutVideo = type === 'VC' || type === 'CVR'
  const channels = channelNames.filter((channel) => channel !== 'telegram' || hasBot)
  return {
    validDays: await getLinkDays(scope),
    channels,
    kept: channels.filter((channel) => isKept(scope.clientId, channel)),
    smsNoteLength: LONGEST_SMS_NOTE,
    ...(isAboutVideo ? { video: videoStateOf(await listVideoStates(scope, surveyId)) } : {}),
  }
}
