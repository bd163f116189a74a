// The elements of a template, the id other clients use for it, and which template a survey gets. Pure: no database, no clock. What
// its conditions and bands decide is shared with the tablet: contract/src/rules.
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import type {
  TemplateDocument,
  TemplateElement,
  TemplateQuestion,
} from '@walkaround/contract/template-document.ts'

export interface Placed {
  element: TemplateElement
  /** JSON path inside the document, for messages. */
  path: string
}

/** Every element in reading order, sections before their content. */
export function listElements(contents: readonly TemplateElement[], path = 'contents'): Placed[] {
  return contents.flatMap((element, index) => {
    const own = { element, path: `${path}[${index}]` }
    return element.category === 'section'
      ? [own, ...listElements(element.contents, `${own.path}.contents`)]
      : [own]
  })
}

export function listQuestions(document: Pick<TemplateDocument, 'contents'>): TemplateQuestion[] {
  return listElements(document.contents).flatMap(({ element }) =>
    element.category === 'question' ? [element] : [],
  )
}

/** As the interface shows it: it knows no words for customers. */
export function forInterface(contents: readonly TemplateElement[]): TemplateElement[] {
  return contents.map((element) => {
    if (element.category === 'section') return { ...element, contents: forInterface(element.contents) }
    if (element.category === 'referenceQuestion') return element
    const { customerText: _, meanings: __, answers, ...question } = element
    return {
      ...question,
      ...(answers && { answers: answers.map(({ customerText: ___, ...answer }) => answer) }),
    }
  })
}

export interface TemplateRef {
  masterClientId: string
  templateId: string
}

/** The id of a central template contains its master for everyone but the master (E5). */
export function toShownId(clientId: string, { masterClientId, templateId }: TemplateRef): string {
  return clientId === masterClientId ? templateId : `${masterClientId}!${templateId}`
}

/** Undefined if the id names nothing this client could see. */
export function findRef(
  clientId: string,
  masters: readonly string[],
  shownId: string,
): TemplateRef | undefined {
  if (!shownId.includes('!')) return { masterClientId: clientId, templateId: shownId }
  const masterClientId = masters.find((master) => master !== clientId && shownId.startsWith(`${master}!`))
  return masterClientId === undefined
    ? undefined
    : { masterClientId, templateId: shownId.slice(masterClientId.length + 1) }
}

/** A row of template choices; branch and make are '' for "any". */
export interface Choice extends TemplateRef {
  clientId: string
  surveyType: SurveyType
  branchId: string
  make: string
  version: number
}

/**
 * D1: the most specific choice of the client (branch and make, branch, make, any), otherwise that of the first master who has one.
 * A master's choices per branch apply only to the master, because its branches are not ours.
 */
export function decideTemplate(
  choices: readonly Choice[],
  surveyType: SurveyType,
  at: { clientId: string; masters: readonly string[]; branchId: string; make: string },
): Choice | undefined {
  const fitting = choices.filter(
    (choice) =>
      choice.surveyType === surveyType &&
      (choice.branchId === '' || (choice.clientId === at.clientId && choice.branchId === at.branchId)) &&
      (choice.make === '' || choice.make === at.make),
  )
  const weight = ({ branchId, make }: Choice) => (branchId ? 2 : 0) + (make ? 1 : 0)
  for (const clientId of [at.clientId, ...at.masters]) {
    const [best] = fitting
      .filter((choice) => choice.clientId === clientId)
      .sort((a, b) => weight(b) - weight(a))
    if (best) return best
  }
  return undefined
}
