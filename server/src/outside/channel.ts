// What every way out of the service has in common: one message to one address, and a failure that says whether trying
// again may help. Knows no customer and no survey.

export interface Outgoing {
  /** The same each time the message is sent, so that who gets it twice can tell. */
  id: string
  address: string
  name?: string | undefined
  /** Who writes, where the channel shows a name of its own. */
  sender?: string | undefined
  replyTo?: string | undefined
  subject?: string | undefined
  text: string
  html?: string | undefined
  /** It holds a link or a code that is as good as a signature: it never goes over an open line. */
  hasSecret?: boolean | undefined
}

export interface Channel {
  via: 'smtp' | 'gateway' | 'telegram'
  /** Resolves when the other side has taken the message; rejects with a SendFailure. */
  send(message: Outgoing, signal: AbortSignal): Promise<void>
}

/** What staff are told in their own language; the words of a failure are for support. */
export type FailureCode =
  | 'notReached'
  | 'noAnswer'
  | 'notTrusted'
  /** The operator's to mend: a sign-in that is refused, an address that leads nowhere. */
  | 'wronglySetUp'
  | 'putOff'
  | 'refused'
  | 'addressRefused'
  | 'mailboxFull'
  | 'botStopped'

/** The message is fit to be shown to staff; it holds no secret. */
export class SendFailure extends Error {
  override name = 'SendFailure'
  readonly isPermanent: boolean
  readonly code: FailureCode

  constructor(message: string, { isPermanent, code }: { isPermanent: boolean; code: FailureCode }) {
    super(message)
    this.isPermanent = isPermanent
    this.code = code
  }
}
