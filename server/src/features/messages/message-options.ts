// What the Send screen starts with: how long links are valid, which channels exist, and whether there is a video.
import type { MessageOptions } from '@walkaround/contract/app/messages.ts'
import { type ChannelName, channelNames } from '@walkaround/contract/messages.ts'
import type { Scope } from '../../scope.ts'
import { getLinkDays } from '../owner-links/owner-links.ts'
import { listVideoStates } from '../videos/read-videos.ts'
import type { Channels } from './channels.ts'
import { getSubject } from './compose.ts'
import { videoStateOf } from './rules.ts'
import { LONGEST_SMS_NOTE } from './sms-length.ts'

export interface Ways {
  /** Without a bot nobody can be reached by Telegram. */
  hasBot: Channels['hasBot']
  /** Whether messages of this channel stay in the outbox. */
  isKept: Channels['isKept']
}

export async function getMessageOptions(
  scope: Scope,
  surveyId: string,
  { hasBot, isKept }: Ways,
): Promise<MessageOptions> {
  const { surveyType: type } = await getSubject(scope, surveyId)
  const isAboutVideo = type === 'VC' || type === 'CVR'
  const isThere = await hasBot(scope)
  const channels = channelNames.filter((channel) => channel !== 'telegram' || isThere)
  const kept: ChannelName[] = []
  for (const channel of channels) if (await isKept(scope, channel)) kept.push(channel)
  return {
    validDays: await getLinkDays(scope),
    channels,
    kept,
    smsNoteLength: LONGEST_SMS_NOTE,
    video: isAboutVideo ? videoStateOf(await listVideoStates(scope, surveyId)) : undefined,
  }
}
