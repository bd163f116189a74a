// A quote made of the parts that the parts desk priced, and whether the offer has them already. Pure.
import type { QuoteItem } from '@walkaround/contract/dms/packages.ts'
import type { PartLine, PartRequest } from '@walkaround/contract/dms/parts.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { decimalsOf, withVat } from '@walkaround/contract/rules/money.ts'
import { newId } from '../../store/ids.ts'

/** A price that the parts desk gave without VAT gets it by the rate of the survey, if one is known. */
export function quoteOfParts(
  { questionId, lines = [], currency = '' }: PartRequest,
  answerId: string,
  rate: number | undefined,
): Quote & { id: string } {
  const contents = lines.map((line, index): QuoteItem => {
    const { description, itemCode, quantity, unitOfMeasure = 'ea', amountExVat, amountIncVat } = line
    const incVat =
      amountIncVat ?? (rate === undefined ? undefined : withVat(amountExVat, rate, decimalsOf(currency)))
    return {
      id: String((index + 1) * 10),
      itemCategory: 'material',
      description,
      ...(itemCode === undefined ? {} : { itemCode }),
      quantity,
      unitOfMeasure,
      amountExVat,
      ...(incVat === undefined ? {} : { amountIncVat: incVat }),
    }
  })
  return { id: newId(), category: 'quote', currency, questionId, answerId, contents }
}

/** Every part is in an offer for the same finding. */
export function isOffered({ questionId, lines = [] }: PartRequest, quotes: readonly Quote[]): boolean {
  const offered = quotes
    .filter((quote) => quote.questionId === questionId)
    .flatMap(({ contents = [] }) => contents)
  const isThere = (line: PartLine) =>
    offered.some(({ itemCode, description }) =>
      line.itemCode === undefined ? description === line.description : itemCode === line.itemCode,
    )
  return lines.length > 0 && lines.every(isThere)
}
