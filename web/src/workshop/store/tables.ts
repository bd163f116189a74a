// The tables of the device's database. Everything a person does is stored here first.
import type { Blanks } from '@walkaround/contract/app/blanks.ts'
import type { Board, NewInspection, SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Edit } from '@walkaround/contract/app/edits.ts'
import type { NewAnswer } from '@walkaround/contract/app/line-questions.ts'
import type { PhotoMarkup } from '@walkaround/contract/app/markup.ts'
import type { Signature } from '@walkaround/contract/app/media.ts'
import type { NewNote } from '@walkaround/contract/app/notes.ts'
import type { NewPartRequest } from '@walkaround/contract/app/parts.ts'
import type { PlanChange } from '@walkaround/contract/app/work-plans.ts'
import type { DamageMark } from '@walkaround/contract/dms/media.ts'
import type { Chapter } from '@walkaround/contract/rules/chapters.ts'

/** `device`: only here. `sent`: no reply yet. `confirmed`: the server has it. `refused`: the server refused it. */
export type ItemState = 'device' | 'sent' | 'confirmed' | 'refused'

/** What a person did, as it will be sent. Ids are made here, so that sending it twice is harmless. */
export type Change =
  | { readonly type: 'edit'; readonly edit: Edit }
  | { readonly type: 'putMark'; readonly markId: string; readonly mark: DamageMark }
  | { readonly type: 'deleteMark'; readonly markId: string }
  | { readonly type: 'putSignature'; readonly signatureId: string; readonly signature: Signature }
  | { readonly type: 'movePhoto'; readonly photoId: string; readonly place: MediaPlace }
  | { readonly type: 'deletePhoto'; readonly photoId: string }
  | { readonly type: 'putMarkup'; readonly photoId: string; readonly markup: PhotoMarkup }
  | { readonly type: 'deleteVideo'; readonly videoId: string }
  | { readonly type: 'putInspection'; readonly inspectionId: string; readonly inspection: NewInspection }
  | {
      readonly type: 'putAnswer'
      readonly questionId: string
      readonly answerId: string
      readonly answer: NewAnswer
    }
  | { readonly type: 'putPartRequest'; readonly questionId: string; readonly request: NewPartRequest }
  | { readonly type: 'deletePartRequest'; readonly questionId: string; readonly withdrawn: Withdrawn }
  | CardChange
  | { readonly type: 'putInboxRead'; readonly ids: readonly string[] }

/** When something was taken back, by the device's clock. */
interface Withdrawn {
  readonly at: string
  readonly clockAhead?: number
}

/** Of a car as a whole, named as events name its card. */
export type CardChange =
  | {
      readonly type: 'putPlan'
      readonly card: string
      readonly plan: PlanChange
      /** Name of the technician that is chosen, to be shown meanwhile. */
      readonly technician?: string
    }
  | { readonly type: 'putNote'; readonly card: string; readonly noteId: string; readonly note: NewNote }
  | { readonly type: 'putNotesRead'; readonly card: string; readonly until: string }

export interface Refusal {
  code: number
  error: string
  info: string
}

export interface OutboxItem {
  /** Order in which things were done on this device. */
  seq?: number
  id: string
  clientId: string
  /** Empty for a change without a survey: a new inspection, or one of a car as a whole. */
  surveyId: string
  /** Who did it; sent only while this person is signed in, so that every answer has the right name. */
  login: string
  change: Change
  state: ItemState
  tries: number
  at: string
  refusal?: Refusal
  /** Can be undone until then (ms since 1970), and is not sent before. */
  heldUntil?: number
  /** Tick of its confirmation: a page requested later contains the change. */
  confirmedTick?: number
}

export type MediaState = 'recording' | ItemState

/** Where a photo or video belongs; to the survey as a whole if it names nothing. */
export interface MediaPlace {
  readonly questionId?: string
  readonly answerId?: string
  readonly markId?: string
}

/** What may be wrong with a photo, as the device measured it. */
export type Doubt = 'blurred' | 'dark'

/** A photo or video to send. Its bytes are in `chunks`. */
export interface MediaItem {
  id: string
  kind: 'photo' | 'video'
  clientId: string
  surveyId: string
  login: string
  questionId?: string
  answerId?: string
  markId?: string
  contentType: string
  size: number
  /** Of the whole file, in hex; photos only, because a video is never completely in memory. */
  sha256?: string
  /** Where the server accepts its bytes, once it was announced. */
  location?: string
  /** Bytes the server has confirmed. */
  offset: number
  state: MediaState
  tries: number
  at: string
  /** Earlier changes of this survey must arrive first: the answer or mark it belongs to may be new. */
  afterSeq: number
  refusal?: Refusal
  confirmedTick?: number
  /** A small JPEG to show at once. */
  preview?: ArrayBuffer
  /** Of a photo, until somebody decided to keep it. */
  doubt?: Doubt
  /** Of a video. */
  chapters?: readonly Chapter[]
}

export interface MediaChunk {
  mediaId: string
  index: number
  start: number
  /** Not a Blob: WebKit has lost Blobs in its database before. */
  bytes: ArrayBuffer
}

export interface BoardRow {
  /** Client and branch. */
  key: string
  clientId: string
  board: Board
  readAt: number
}

export interface BlanksRow {
  /** Client and language. */
  key: string
  clientId: string
  language: string
  blanks: Blanks
  readAt: number
}

export interface PageRow {
  clientId: string
  surveyId: string
  page: SurveyPage
  /** Tick when it was requested. */
  tick: number
  readAt: number
  openedAt: number
  /** Who read it. */
  login?: string
}

export interface SettingRow {
  key: string
  value: unknown
}

/** A list as last read: people, notes of a car. */
export interface ListRow {
  /** Client and what it is. */
  key: string
  clientId: string
  list: unknown
  /** Who read it. */
  login: string
}

/** What opens a shared tablet for one person without a network. */
export interface PinSeal {
  salt: Uint8Array<ArrayBuffer>
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
  /** Wrong PINs since the last right one. */
  failures: number
}
