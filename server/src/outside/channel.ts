// What all channels have in common: one message to one address, and a failure that says whether another attempt may help. Knows no
// customer and no survey.

/** A picture that the HTML names as `cid:` and its id. */
export interface AttachedPicture {
  id: string
  bytes: Buffer
  contentType: string
}

export interface Outgoing {
  /** The same at every attempt, so that the recipient can recognise a duplicate. */
  id: string
  address: string
  name?: string | undefined
  /** The sender's name, if the channel shows one. */
  sender?: string | undefined
  replyTo?: string | undefined
  subject?: string | undefined
  text: string
  html?: string | undefined
  pictures?: readonly AttachedPicture[] | undefined
  /** Where one request without a person ends all messages of this kind (RFC 8058). */
  unsubscribe?: string | undefined
  /** Contains a link or a code that counts like a signature: never sent without encryption. */
  hasSecret?: boolean | undefined
}

export interface Channel {
  via: 'smtp' | 'gateway' | 'telegram'
  /** Resolves when the other side has accepted the message; rejects with a SendFailure. */
  send(message: Outgoing, signal: AbortSignal): Promise<void>
}

/** Staff read the translated text of this code; the message of the failure is for support. */
export type FailureCode =
  | 'notReached'
  | 'noAnswer'
  | 'notTrusted'
  /** The operator has to fix it: a refused sign-in, or a wrong address. */
  | 'wronglySetUp'
  | 'putOff'
  | 'refused'
  | 'addressRefused'
  | 'mailboxFull'
  | 'botStopped'

/** The message may be shown to staff; it contains no secret. */
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
