// Which printed forms a survey has, for the app and for its owner. Pure.
import type { Form } from '../dms/media.ts'
import type { SurveyType } from '../survey-types.ts'

interface FormFacts {
  /** A question asks for a signature, or somebody has signed. */
  hasAct: boolean
  /** A question asks for the damage map, or there are marks. */
  hasDamage: boolean
}

/** Whether it holds the act, which stays in the language that was signed. */
export const holdsAct = (form: Form): boolean => form === 'handover-act' || form === 'handover-pack'

/** For staff: also what is not complete yet, because drafts are printed too. */
export const formsOf = ({ hasAct, hasDamage }: FormFacts): Form[] => [
  'survey-summary',
  ...(hasAct ? (['handover-act', 'handover-pack'] as const) : []),
  ...(hasDamage ? (['damage-report'] as const) : []),
]

/** The other types are checklists of staff about their video. */
const judged: readonly SurveyType[] = ['health', 'VC']

export const isJudged = (surveyType: SurveyType): boolean => judged.includes(surveyType)

interface OwnerFormFacts {
  surveyType: SurveyType
  isSigned: boolean
  hasMarks: boolean
}

/** For the owner: what says something about the car, and the act only once it is signed. */
export const formsOfOwner = ({ surveyType, isSigned, hasMarks }: OwnerFormFacts): Form[] => [
  ...(isJudged(surveyType) ? (['survey-summary'] as const) : []),
  ...(isSigned ? (['handover-act'] as const) : []),
  ...(hasMarks ? (['damage-report'] as const) : []),
]
