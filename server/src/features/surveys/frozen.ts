// What completing an inspection stores besides its answers, so that no later change of vehicle, language, catalogue or price
// affects it. The template version and the answers are immutable by then. Pure.

import type { Act } from '@walkaround/contract/app/acts.ts'
import { isVisible } from '@walkaround/contract/rules/conditions.ts'
import type { Coverage } from '@walkaround/contract/rules/covered-work.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { TemplateQuestion } from '@walkaround/contract/template-document.ts'
import type { TemplateVersion } from '../templates/versions.ts'
import { factsOf, type GivenAnswers } from './compose.ts'
import type { FrozenOffers } from './offered.ts'

export interface Frozen {
  /** In which the DMS reads it. */
  language: string
  /** In which the customer signed the act, and reads forms unless another is known; absent in surveys completed before. */
  actLanguage?: string
  /** Questions that were not visible. */
  hidden: string[]
  /** What was offered, with the prices of that time; the selection can still change (D5). */
  offers: FrozenOffers
  /** By package, if known (I4). */
  covers?: Record<string, Coverage>
  /** Ordered work and terms, as on the handover act; absent in surveys completed before acts existed. */
  act?: FrozenAct
}

export type FrozenAct = Pick<Act, 'work' | 'terms' | 'currency'>

export type Visibility = (question: TemplateQuestion) => boolean

export function visibilityNow(
  template: TemplateVersion,
  vehicle: Vehicle | undefined,
  answers: GivenAnswers,
): Visibility {
  const facts = factsOf(vehicle, answers)
  return (question) => isVisible(question, facts, template.document.conditions)
}

export function visibilityThen(frozen: Frozen): Visibility {
  const hidden = new Set(frozen.hidden)
  return (question) => !hidden.has(question.id)
}
