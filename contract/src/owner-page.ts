// What the server sends to the owner's page, and what the page sends back. Shared by server and web; no other system uses it, and
// it may change with any version.
import type { MarkupShape } from './app/markup.ts'
import type { Form } from './dms/media.ts'
import type { SaidOwnerTexts } from './rules/owner-texts.ts'
import type { customerSigners } from './rules/signer.ts'
import type { WearDates } from './rules/wear-words.ts'

/** A field of a line in the form is named by one of these prefixes and the line's id. */
export const ownerFields = { word: 'choice:', date: 'date:', reason: 'reason:', state: 'state:' } as const
/** A question: the button has the line as its value, the text is named by the prefix and the line. */
export const questionFields = { about: 'ask', text: 'question:' } as const
/** For a decision confirmed with a code: the six digits, or the wish for another code. */
export const codeFields = { code: 'code', another: 'anotherCode' } as const

export type Grade = 'red' | 'amber' | 'green'

export interface OwnerSum {
  readonly exVat?: number
  readonly incVat?: number
}

export interface OwnerItem {
  readonly text: string
  readonly category: 'labour' | 'material'
  readonly quantity?: number
  /** In the page's language. */
  readonly unit?: string
  readonly price: OwnerSum
  /** The unit price, if there are several and it is exact. */
  readonly each?: OwnerSum
}

export type DecisionStatus = 'approved' | 'deferred' | 'rejected'

export interface OwnerDecision {
  readonly status: DecisionStatus
  /** ISO date. */
  readonly until?: string
  readonly reason?: string
  /** ISO instant. */
  readonly at?: string
  /** Set if the owner did not decide on the page but told staff, who recorded it. */
  readonly toldBy?: 'phone' | 'direct'
  /** Who told it, by name, if recorded. */
  readonly spokeWith?: string
}

/** One thing to decide. */
export interface OwnerLine {
  readonly id: string
  readonly title: string
  readonly grade: Grade | undefined
  readonly currency: string
  readonly items: readonly OwnerItem[]
  readonly labour?: OwnerSum
  readonly parts?: OwnerSum
  /** What the owner pays; absent if no price was stated. */
  readonly total?: OwnerSum
  /** The price without the discount, if there is one. */
  readonly before?: OwnerSum
  /** Why it is due: automatic quotes only. */
  readonly due?: string
  /** That other offers have the same work. */
  readonly overlaps?: readonly string[]
  readonly decision?: OwnerDecision
  /** False if there is a decision that can no longer be changed. */
  readonly isOpen: boolean
  /** A hash of exactly this text and price: if another one comes back, the owner is asked again. */
  readonly state: string
  /** ISO date that "Later" suggests. */
  readonly preset: string
  /** Why that date, if it comes from a forecast of wear. */
  readonly forecast?: WearDates
}

export interface OwnerPhoto {
  readonly id: string
  /** SHA-256 of the file; of a photo that was drawn on, with the name of what was drawn. */
  readonly file: string
  readonly width: number
  readonly height: number
  /** What is drawn on it; blurred areas are in its pixels too. */
  readonly shapes?: readonly MarkupShape[]
}

export interface OwnerVideo {
  readonly id: string
  readonly hasPoster: boolean
  readonly seconds?: number
  readonly contentType: string
  /** Still arriving or being cleaned: there is nothing to watch yet. */
  readonly isBeingPrepared?: boolean
  /** What it shows from which second on, in the owner's words. */
  readonly chapters?: readonly { readonly second: number; readonly title: string }[]
}

export interface OwnerScale {
  readonly value: number
  readonly unit?: string
  readonly bands: readonly { readonly grade: Grade; readonly end?: number }[]
  /** At the last visit of the same customer. */
  readonly last?: { readonly value: number; readonly at: string }
  /** If it goes on like this: red is reached then. */
  readonly urgentFrom?: WearDates
  /** Set by law; outside it the vehicle may not be driven. */
  readonly legal?: { readonly side: 'least' | 'most'; readonly value: number }
}

export interface OwnerFinding {
  readonly id: string
  readonly title: string
  readonly grade: 'red' | 'amber'
  /** The answers in words. */
  readonly answers: readonly string[]
  readonly meaning: string
  readonly scales: readonly OwnerScale[]
  readonly photos: readonly OwnerPhoto[]
  readonly videos: readonly OwnerVideo[]
  readonly lines: readonly OwnerLine[]
  /** Offers shown at another finding, or at none, that also cover this one (I4). */
  readonly coveredBy: readonly { readonly line: OwnerLine; readonly at?: string }[]
}

export interface OwnerDealership {
  readonly name: string
  readonly telephone?: string
  readonly address: readonly string[]
}

/** What the dealership looks like. Pictures and style are named by a version, which changes with them. */
export interface OwnerFace {
  /** Absent if no colour was chosen. */
  readonly style?: string | undefined
  readonly logo?: string | undefined
  readonly advisorPicture?: string | undefined
  readonly email?: string | undefined
  readonly website?: string | undefined
  /** In the language of the page. */
  readonly hours: readonly { readonly days: string; readonly times: string }[]
}

export interface OwnerPage {
  /** It belongs to a sandbox: nobody was sent this. */
  readonly isSandbox?: true
  readonly language: string
  readonly timeZone: string
  readonly dealership: OwnerDealership
  readonly face?: OwnerFace
  /** What the dealership says in its own words. */
  readonly own?: SaidOwnerTexts
  readonly advisor?: { readonly name: string; readonly telephone?: string }
  readonly vehicle: { readonly plate?: string; readonly name?: string }
  /** The dealership's number of the order. */
  readonly order?: string
  /** ISO instant. */
  readonly inspectedAt?: string
  readonly validUntil: string
  readonly findings: readonly OwnerFinding[]
  readonly fine: readonly string[]
  readonly notChecked: readonly string[]
  /** Of the vehicle as a whole. */
  readonly videos: readonly OwnerVideo[]
  /** Offers without a finding that needs work. */
  readonly others: readonly OwnerLine[]
  readonly alsoDue: readonly OwnerLine[]
  /** Totals of everything that is also due, by currency. */
  readonly alsoDueTotals: readonly OwnerTotal[]
  /** Totals of what is approved so far, by currency, whoever recorded it. */
  readonly approvedTotals: readonly OwnerTotal[]
  /** Of those that are not offered any more, decisions are told. */
  readonly reasons: readonly { readonly code: string; readonly text: string; readonly isOff?: true }[]
  /** First and last ISO date for "Later". */
  readonly firstDate: string
  readonly lastDate: string
  /** The newest receipt of this survey. */
  readonly receiptId?: string
  /** Printed forms that the owner may download. */
  readonly forms: readonly Form[]
  readonly hasFeedback: boolean
  /** What the holder of the link asked, and the answers. */
  readonly threads: readonly OwnerThread[]
  /** The order is closed: nothing more is asked here. */
  readonly isClosed: boolean
}

/** Questions about one line and their answers. */
export interface OwnerThread {
  /** As rules/line-questions.ts names a line. */
  readonly about: string
  /** What the line was called. */
  readonly title: string
  /** The oldest first. */
  readonly entries: readonly {
    readonly id: string
    readonly by: 'owner' | 'staff'
    readonly name?: string
    /** Answered by the advisor of the order, whose picture the page may have. */
    readonly isAdvisor?: boolean
    readonly text: string
    /** ISO instant. */
    readonly at: string
  }[]
  readonly isWaiting: boolean
  /** How an answer comes besides this page. */
  readonly channel?: OwnerWay['channel']
}

export type OwnerWord = 'approve' | 'later' | 'no'

export const statusOfWord = {
  approve: 'approved',
  later: 'deferred',
  no: 'rejected',
} as const satisfies Record<OwnerWord, DecisionStatus>

export interface OwnerChoice {
  readonly line: OwnerLine
  readonly word: OwnerWord
  /** ISO date; for later. */
  readonly until?: string
  /** Code; for no. */
  readonly reason?: string
}

/** Why a line of the form is asked again. */
export type AskAgain = 'changed' | 'gone' | 'date' | 'settled'

export interface OwnerAgain {
  readonly why: AskAgain
  /** As offered now, even if another offer replaced the one that was shown. */
  readonly line?: OwnerLine
  /** Its price when the page was opened, if that was different. */
  readonly was?: OwnerTotal
  /** The name of an offer that no longer exists. */
  readonly title?: string
}

export interface OwnerReview {
  readonly page: OwnerPage
  readonly formId: string
  readonly choices: readonly OwnerChoice[]
  readonly again: readonly OwnerAgain[]
  /** Totals of what was approved, by currency. */
  readonly totals: readonly OwnerTotal[]
  /** A code is needed before this is decided. */
  readonly code?: OwnerCode
}

/** How a message reaches its recipient, as shown to people: the address is masked. */
export interface OwnerWay {
  readonly channel: 'email' | 'sms' | 'telegram'
  readonly address?: string
}

export interface OwnerCode {
  /** `sent`: enter it; `wrong`, `over`: try again, or ask for another one; `tooMany`, `nowhere`: call us. */
  readonly state: 'sent' | 'wrong' | 'over' | 'tooMany' | 'nowhere'
  readonly to?: OwnerWay
}

export interface OwnerTotal {
  readonly currency: string
  readonly sum: OwnerSum
}

export interface ReceiptLine {
  readonly id: string
  readonly title: string
  readonly finding?: {
    readonly title: string
    readonly grade: Grade
    readonly answers: readonly string[]
    readonly meaning: string
    readonly scales: readonly OwnerScale[]
    /** SHA-256 of the files; of one that was drawn on, with the name of what was drawn. */
    readonly photos: readonly string[]
  }
  readonly currency: string
  readonly items: readonly OwnerItem[]
  readonly labour?: OwnerSum
  readonly parts?: OwnerSum
  readonly total?: OwnerSum
  readonly before?: OwnerSum
  readonly due?: string
  readonly word: OwnerWord
  readonly until?: string
  readonly reason?: { readonly code: string; readonly text: string }
}

/** What was shown and decided. Stored as canonical JSON, whose SHA-256 is the hash. */
export interface Receipt {
  readonly version: 1
  readonly id: string
  readonly clientId: string
  readonly surveyId: string
  readonly linkId: string
  /** How the link reached the owner, and whether a code confirmed the decision; absent in older receipts. */
  readonly way?: { readonly link?: OwnerWay; readonly code?: OwnerWay }
  /** ISO instant. */
  readonly at: string
  readonly language: string
  readonly timeZone: string
  readonly dealership: OwnerDealership
  readonly vehicle: OwnerPage['vehicle']
  readonly order?: string
  readonly lines: readonly ReceiptLine[]
  readonly totals: readonly OwnerTotal[]
}

/** A page that shows nothing of the survey. */
/** The small page of a copy: what was signed, by whom, and the act to keep. */
export interface OwnerCopy extends Pick<OwnerNotice, 'dealership' | 'face' | 'own'> {
  readonly timeZone: string
  readonly vehicle: { readonly plate?: string | undefined; readonly name?: string | undefined }
  readonly order?: string | undefined
  /** ISO instant. */
  readonly validUntil: string
  readonly form: Form
  /** Absent if the act has changed since it was signed. */
  readonly signed?:
    | {
        readonly name?: string | undefined
        readonly role: (typeof customerSigners)[number]
        readonly at: string
      }
    | undefined
}

export interface OwnerNotice {
  readonly kind:
    | 'unknown'
    | 'expired'
    | 'withdrawn'
    | 'asked'
    | 'tooMany'
    | 'thanks'
    | 'foreign'
    | 'broken'
    | 'viewOnly'
    | 'tooManyDecisions'
    | 'feedbackTooSoon'
    | 'tooManyQuestions'
    | 'askClosed'
    | 'starting'
  readonly dealership?: Pick<OwnerDealership, 'name' | 'telephone' | 'address'>
  readonly face?: OwnerFace
  readonly own?: SaidOwnerTexts
}

/** The page of the way out of reminders. */
export interface ReminderStop extends Pick<OwnerNotice, 'dealership'> {
  readonly channel: OwnerWay['channel']
  readonly isStopped: boolean
  /** It was changed just now. */
  readonly isChanged?: boolean
}
