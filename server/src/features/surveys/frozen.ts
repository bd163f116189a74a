// What completing an inspection keeps beside its answers, so that no later change of vehicle, language, catalogue or price
// reaches it. The template version and the answers are immutable by then. Pure.

import type { Act } from '@walkaround/contract/app/acts.ts'
import type { Coverage } from '@walkaround/contract/rules/covered-work.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { TemplateQuestion } from '@walkaround/contract/template-document.ts'
import { isVisible } from '../templates/rules.ts'
import type { TemplateVersion } from '../templates/versions.ts'
import { factsOf, type GivenAnswers } from './compose.ts'
import type { FrozenOffers } from './offered.ts'

export interface Frozen {
  language: string
  /** Questions that were not visible. */
  hidden: string[]
  /** What was offered, with the prices of then; what is selected of it still moves (D5). */
  offers: FrozenOffers
  /** By package, where it was said (I4). */
  covers?: Record<string, Coverage>
  /** What was ordered and on what terms, as the handover act says it; not kept by surveys completed before acts were. */
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
