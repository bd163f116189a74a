// What lies in the device's database, and nothing else. Everything a person did is here before it is anywhere else.
import type { Blanks } from '@walkaround/contract/app/blanks.ts'
import type { Board, NewInspection, SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Edit } from '@walkaround/contract/app/edits.ts'
import type { Signature } from '@walkaround/contract/app/media.ts'
import type { DamageMark } from '@walkaround/contract/dms/media.ts'

/** `device`: only here. `sent`: on its way, no answer yet. `confirmed`: the server has it. `refused`: it said no. */
export type ItemState = 'device' | 'sent' | 'confirmed' | 'refused'

/** What a person did, as it will be sent. Ids are made here, so that a repeat is harmless. */
export type Change =
  | { readonly type: 'edit'; readonly edit: Edit }
  | { readonly type: 'putMark'; readonly markId: string; readonly mark: DamageMark }
  | { readonly type: 'deleteMark'; readonly markId: string }
  | { readonly type: 'putSignature'; readonly signatureId: string; readonly signature: Signature }
  | { readonly type: 'deletePhoto'; readonly photoId: string }
  | { readonly type: 'deleteVideo'; readonly videoId: string }
  | { readonly type: 'putInspection'; readonly inspectionId: string; readonly inspection: NewInspection }

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
  /** Empty for what belongs to no survey (a new inspection). */
  surveyId: string
  /** Who did it: sent only while this person is signed in, so that every answer carries the right name. */
  login: string
  change: Change
  state: ItemState
  tries: number
  at: string
  refusal?: Refusal
  /** May be taken back until then (ms since 1970), and is not sent before. */
  heldUntil?: number
  /** Tick of its confirmation: a page asked for after it shows the change by itself. */
  confirmedTick?: number
}

export type MediaState = 'recording' | ItemState

/** A photo or video on its way. Its bytes are in `chunks`. */
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
  /** Of the whole, in hex; photos only, a video is never whole in memory. */
  sha256?: string
  /** Where the server takes its bytes, once it was announced. */
  location?: string
  /** Bytes the server has confirmed. */
  offset: number
  state: MediaState
  tries: number
  at: string
  /** What was done before it in this survey must arrive first: an answer or mark it belongs to may be new. */
  afterSeq: number
  refusal?: Refusal
  confirmedTick?: number
  /** A small JPEG to show at once. */
  preview?: ArrayBuffer
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
  /** Tick at which it was asked for. */
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
