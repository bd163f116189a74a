// Which words: the message, the channel and the language; and what a message is called.
import type { ChannelName, TemplateName } from '@walkaround/contract/messages.ts'
import { isMessageType } from '@walkaround/contract/messages.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { useWords } from '../../app/words.ts'

export interface TextName {
  readonly language: Language
  readonly message: TemplateName
  readonly channel: ChannelName
}

/** The shared words call only messages; other words for one are named here. */
export function useMessageName(): (message: TemplateName) => string {
  const { t, shared } = useWords()
  return (message) => (isMessageType(message) ? shared.messages[message] : t(`words.variant.${message}`))
}
