// What all channels have in common: one message to one address, and a failure that says whether another attempt may help. Knows no
// customer and no survey.
import type { ChannelFailure } from '@walkaround/contract/messages.ts'

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
  /** In place of the sender that the channel is set to: an address, a number or a name. */
  from?: string | undefined
  /** In place of the sender's name that the channel is set to. */
  fromName?: string | undefined
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

/** The steps of a test, in their order; not every channel has all of them. */
type ProbeStep = 'connect' | 'tls' | 'signIn' | 'send'

export interface Probed {
  /** Those that went well, with the other side's own words. */
  steps: { step: ProbeStep; words: string; ms: number }[]
  /** Of the step that did not. */
  failure?: { step: ProbeStep; code: ChannelFailure; words: string; ms: number }
}

/** A channel that can be tried step by step. */
export interface Probing {
  /** Sends the message if there is one. Never rejects with a SendFailure. */
  probe(message?: Outgoing): Promise<Probed>
}

/** Takes each step in turn, and stops at the first that fails. */
export async function probeSteps(
  take: (
    step: <T>(name: ProbeStep, work: () => Promise<T>, words: (done: T) => string) => Promise<T>,
  ) => Promise<void>,
): Promise<Probed> {
  const probed: Probed = { steps: [] }
  try {
    await take(async (step, work, words) => {
      const began = performance.now()
      const since = () => Math.round(performance.now() - began)
      try {
        const done = await work()
        probed.steps.push({ step, words: words(done), ms: since() })
        return done
      } catch (error) {
        if (error instanceof SendFailure)
          probed.failure = { step, code: error.code, words: error.message, ms: since() }
        throw error
      }
    })
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error
  }
  return probed
}

/** Staff read the translated text of the code. The message is for support and contains no secret. */
export class SendFailure extends Error {
  override name = 'SendFailure'
  readonly isPermanent: boolean
  readonly code: ChannelFailure

  constructor(message: string, { isPermanent, code }: { isPermanent: boolean; code: ChannelFailure }) {
    super(message)
    this.isPermanent = isPermanent
    this.code = code
  }
}
