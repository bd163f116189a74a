// Every kind of message: who gets it, whether there is a callback, and what its link opens. Schemas, service and app use this
// table; names are in rules/shared-words.ts, texts in languages/<language>/server/messages.json.

export const channelNames = ['email', 'sms', 'telegram'] as const
export type ChannelName = (typeof channelNames)[number]
/** Channels as named in the callback; a review is sent some time after the visit. */
export const messageCategories = [...channelNames, 'delayedEmail'] as const

/** Why a channel did not take a message, whatever the channel. Each has words in the app: `messages.why.…`. */
export const channelFailures = [
  'notReached',
  'noAnswer',
  'notTrusted',
  /** The operator has to fix it: a refused sign-in, or a wrong address. */
  'wronglySetUp',
  'putOff',
  'refused',
  'addressRefused',
  'mailboxFull',
  'botStopped',
] as const
export type ChannelFailure = (typeof channelFailures)[number]

interface Kind {
  /** Staff sign in to read more; owners get their own link, or a code. */
  to: 'owner' | 'staff'
  /** Where staff see what happened and can do what is asked for. */
  opens?: 'survey' | 'quotes' | 'send'
  /** Part of the interface: its callback has this description. Receivers do not know the others. */
  told?: string
  /** The owner's action that staff are told about. */
  after?: 'decision' | 'feedback' | 'question'
  /** Other texts for the same message. */
  variants?: readonly string[]
}

export const messageTypes = {
  surveyResultsEmail: {
    to: 'owner',
    told: 'results of an inspection',
    variants: ['delayedEmail'],
  },
  vcApproval: {
    to: 'owner',
    told: 'results of a video check',
    variants: ['resultsWithoutVideo'],
  },
  videoRecordedNotification: {
    to: 'staff',
    told: 'a VC survey is finished',
    opens: 'survey',
  },
  customerDecisionNotification: {
    to: 'staff',
    told: 'the customer decided',
    after: 'decision',
    opens: 'quotes',
  },
  customerFeedbackNotification: {
    to: 'staff',
    told: 'the customer left feedback',
    after: 'feedback',
    opens: 'survey',
  },
  questionNotification: {
    to: 'staff',
    after: 'question',
    opens: 'quotes',
  },
  questionAnswer: {
    to: 'owner',
  },
  linkRequestNotification: {
    to: 'staff',
    opens: 'send',
  },
  linkEndedNotification: {
    to: 'staff',
    opens: 'send',
  },
  decisionCode: {
    to: 'owner',
  },
  workReminder: {
    to: 'owner',
  },
} as const satisfies Record<string, Kind>

type Kinds = typeof messageTypes
export type MessageType = keyof Kinds
type With<P> = { [T in MessageType]: Kinds[T] extends P ? T : never }[MessageType]
export type ToldType = With<{ told: string }>
export type StaffType = With<{ to: 'staff' }>
export type TemplateName =
  | MessageType
  | { [T in MessageType]: Kinds[T] extends { variants: readonly (infer V)[] } ? V : never }[MessageType]

export const isMessageType = (name: string): name is MessageType => Object.hasOwn(messageTypes, name)
/** Whether there is a callback for it. */
export const isTold = (message: { type: MessageType }): message is { type: ToldType } =>
  'told' in messageTypes[message.type]

export const messageTypeNames = Object.keys(messageTypes) as MessageType[]
export const toldTypeNames = messageTypeNames.filter((type): type is ToldType => isTold({ type }))
/** The messages that tell staff what the owner did. */
export const noticeTypes = Object.fromEntries(
  messageTypeNames.flatMap((type) => {
    const kind = messageTypes[type]
    return 'after' in kind ? [[kind.after, type]] : []
  }),
) as { [A in 'decision' | 'feedback' | 'question']: With<{ after: A }> }
/** Every name that has texts. */
export const templateNames = messageTypeNames.flatMap((type): TemplateName[] => {
  const kind = messageTypes[type]
  return [type, ...('variants' in kind ? kind.variants : [])]
})

export const isTemplateName = (name: string): name is TemplateName =>
  (templateNames as readonly string[]).includes(name)
export const isChannelName = (name: string): name is ChannelName =>
  (channelNames as readonly string[]).includes(name)

/** The placeholders a text may use in braces. */
export const placeholders = [
  'greeting',
  'name',
  'vehicle',
  'dealership',
  'phone',
  'advisor',
  'customer',
  'order',
  'note',
  'validUntil',
  'work',
  'booking',
  'link',
  'stop',
  'code',
] as const
export type Placeholder = (typeof placeholders)[number]

/** What a reminder alone has. */
const ofReminders: readonly Placeholder[] = ['work', 'booking', 'stop']

/** Those that have a value in this message. */
export const placeholdersOf = (message: TemplateName): readonly Placeholder[] =>
  placeholders.filter((name) => {
    if (ofReminders.includes(name)) return message === 'workReminder'
    if (name === 'code') return message === 'decisionCode'
    return name !== 'link' || message !== 'decisionCode'
  })
