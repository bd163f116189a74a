// What a bundle of the office brings along: its pages, its words, and what stands around its pages besides the frame that all share.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { ReactNode } from 'preact/compat'
import type { Right, SessionClient } from '../../workshop/rights.ts'
import type { Late } from '../../workshop/screens/late.tsx'
import type { PageProps } from '../app/page-props.ts'
import type { Router } from '../app/router.tsx'
import type { LoadSpoken } from '../app/words.tsx'
import type { Places } from '../places.ts'
import type { IconName } from '../ui/icons.tsx'

/** A way out of the bundle, in the rail below its pages. */
interface RailLink<K extends string = string> {
  readonly icon: IconName
  readonly title: K
  readonly urlFor: (language: Language, client: SessionClient) => string
  /** Absent if everybody may go there. */
  readonly right?: Right
}

/** Titles and texts are keys of the words that `load` finds. */
export interface Bundle<P extends string, K extends string = string> {
  readonly places: Places<P>
  readonly router: Router<P>
  readonly latePages: Readonly<Record<P, Late<PageProps>>>
  readonly load: LoadSpoken
  readonly links: readonly RailLink<K>[]
  /** What people are told of a page that is not for them. */
  readonly whose: K
  /** Above every page. */
  readonly Head?: () => ReactNode
  /** Many pages: their names stand beside the icons, so that more of them are in sight. */
  readonly hasManyPages?: boolean
}

/** The ways out that the person may take. */
export const linksFor = <P extends string>({ links }: Bundle<P>, client: SessionClient) =>
  links.filter(({ right }) => right?.(client) ?? true)
