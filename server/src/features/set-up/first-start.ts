// What the pages of the first start ask the process to do, besides making a client: the demo, or a backup. Both take longer than a request
// may, so they go on behind it, and the page asks how far they are.
import type { SetUpState } from '@walkaround/contract/set-up-page.ts'

export interface RestoreWish {
  /** A file of this service alone; removed afterwards. */
  file: string
  /** As the person's machine calls it. */
  fileName: string
  /** What opens the file, if it is encrypted. */
  secret?: string
  /** The installation's key, if the backup was made without it. */
  key?: string
  isWithoutKey: boolean
}

/** Which certificate the service shows, while nobody uses it yet. */
export interface CertificateChoice {
  current(): { names: readonly string[]; isOwn: boolean }
  /** Used at once, by connections that are made from now on. Refused in a sentence for people. */
  use(given: { cert: string; key: string }): Promise<{ warnings: string[] } | { refused: string }>
}

export interface FirstStart {
  /** Left out: settings or a proxy decide. */
  certificate?: CertificateChoice | undefined
  /** Other machines reach this service, so it makes no demo. */
  isDemoHidden: boolean
  /** The folder for uploads. */
  uploads: string
  /** What became of the work that was begun with this token, if any was. */
  find(token: string): SetUpState | undefined
  /** One at a time; false if one is under way. */
  makeDemo(token: string): boolean
  restore(token: string, wish: RestoreWish): boolean
}
