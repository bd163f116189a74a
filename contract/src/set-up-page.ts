// What the pages of the first start show, and what their forms send. Shared by server and web; no other system uses it, and it may change
// with any version.
import type { ChannelTest } from './app/message-channels.ts'

/** A step of the test, with the words of the mail server. */
type ChannelTestStep = ChannelTest['steps'][number]

/** The steps of an own dealership, in their order. */
export const setUpSteps = ['client', 'sites', 'admin'] as const
export type SetUpStep = (typeof setUpSteps)[number]
/** With the mail server, which is set when there is an admin, and may wait. */
export const setUpStepCount = setUpSteps.length + 1

export interface DraftBranch {
  readonly code: string
  readonly name: string
}

export interface DraftSite {
  readonly name: string
  readonly branches: readonly DraftBranch[]
}

/** What was typed so far. Nothing of it is kept before the last step: every form carries it to the next. */
export interface SetUpDraft {
  readonly name: string
  /** Empty: made from the name. */
  readonly id: string
  readonly timeZone: string
  readonly language: string
  readonly currency: string
  readonly sites: readonly DraftSite[]
  readonly login: string
  readonly person: string
}

export const setUpLimits = { sites: 20, branches: 30 } as const

/** Names of the fields. */
export const siteField = (site: number) => `site-${site}`
export const codeField = (site: number, branch: number) => `site-${site}-code-${branch}`
export const branchField = (site: number, branch: number) => `site-${site}-branch-${branch}`

/** Values of the button `go`: on, back, one more site, or one more branch of a site. */
export const setUpMoves = {
  next: 'next',
  back: 'back',
  site: 'site',
  branch: (site: number) => `branch-${site}`,
} as const

/** Why a field is refused, by the name of the field. */
export type SetUpRefusal =
  | 'missing'
  | 'long'
  | 'id'
  | 'timeZone'
  | 'currency'
  | 'text'
  | 'code'
  | 'codeTwice'
  | 'login'
  | 'weak'
  | 'different'
  | 'host'
  | 'email'
  | 'port'
  | 'authority'
  | 'user'
  | 'secret'
export type SetUpRefusals = Readonly<Record<string, SetUpRefusal>>

export type SetUpWork = 'demo' | 'restore'
/** What is being done. Each has a sentence of its name among the texts of the pages; the rest is filled in there. */
export type SetUpProgress =
  | { readonly step: 'passwords' | 'history' | 'check' | 'tables' | 'references' }
  | { readonly step: 'rows'; readonly table: string; readonly done: number; readonly all: number }
  | { readonly step: 'files'; readonly done: number }
export type SetUpUploadRefusal = 'noFile' | 'broken' | 'passphrase' | 'key'
export interface SetUpFailure {
  readonly kind: SetUpWork
  readonly words: string
}

export interface SetUpCertificate {
  /** Names and addresses that it is valid for. */
  readonly names: readonly string[]
  /** Not of the local authority. */
  readonly isOwn: boolean
}

/** The mail server as its form has it. The password never comes back in a page. */
export interface SetUpMail {
  readonly host: string
  readonly security: 'starttls' | 'tls'
  readonly port: string
  readonly from: string
  readonly fromName: string
  readonly user: string
  readonly authority: string
  /** Who gets the test message. */
  readonly to: string
}

export type SetUpState =
  | { readonly state: 'unknown' | 'over' | 'tooMany' }
  | {
      readonly state: 'choose'
      readonly draft?: SetUpDraft | undefined
      /** Left out: neither is offered. hidden: other machines reach the service, so there must be no demo. */
      readonly others?: { readonly isDemoHidden: boolean } | undefined
      /** What was tried and did not work, in the words of the service. */
      readonly failure?: SetUpFailure | undefined
      readonly refused?: SetUpUploadRefusal | undefined
      /** Left out: whoever operates the machine decides. */
      readonly certificate?: SetUpCertificate | undefined
    }
  | {
      readonly state: 'certificate'
      readonly certificate: SetUpCertificate
      /** In the words of the service. */
      readonly refused?: string | undefined
    }
  | {
      readonly state: 'certificateUsed'
      readonly names: readonly string[]
      readonly warnings: readonly string[]
    }
  | { readonly state: 'working'; readonly kind: SetUpWork; readonly progress?: SetUpProgress | undefined }
  | {
      readonly state: 'demoDone'
      readonly key: string
      readonly logins: readonly { readonly login: string; readonly password: string; readonly role: string }[]
    }
  | {
      readonly state: 'restored'
      readonly rows: number
      /** ISO instant. */
      readonly createdAt: string
      readonly files: number
      /** Files that rows refer to and that are nowhere. */
      readonly missing: number
      readonly isKeyMissing: boolean
      /** Left out: whoever operates the machine decides. */
      readonly certificate?: SetUpCertificate | undefined
    }
  | {
      readonly state: SetUpStep
      readonly draft: SetUpDraft
      readonly refusals?: SetUpRefusals | undefined
      /** Too many passwords are being checked at once. */
      readonly isBusy?: boolean | undefined
    }
  | {
      readonly state: 'mail'
      readonly login: string
      readonly client: string
      readonly mail: SetUpMail
      /** The operator has a mail server, which serves as long as the client has none. */
      readonly isInstalled: boolean
      /** A password is kept. */
      readonly hasSecret: boolean
      /** Proves that the form is a page of the service. */
      readonly csrf: string
      /** Of the settings that the form shows. */
      readonly tag: string
      readonly refusals?: SetUpRefusals | undefined
      /** In the words of the service. */
      readonly refused?: string | undefined
      /** Somebody else has set it meanwhile. */
      readonly isChanged?: boolean | undefined
      /** The settings are kept, and the test failed. */
      readonly failed?: readonly ChannelTestStep[] | undefined
    }
  | { readonly state: 'mailWorks'; readonly to: string; readonly steps: readonly ChannelTestStep[] }
  | {
      readonly state: 'done'
      readonly login: string
      readonly client: string
      readonly hasAuthority: boolean
      /** Messages leave. */
      readonly hasMail: boolean
    }
