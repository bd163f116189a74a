// The lines of a quote that is made from a package variant, so that their amounts add up to what the variant costs.
// Tablet and service make them with this. Pure.
import type { PackageItem, PackageVariant, PriceName, QuoteItem } from '../dms/packages.ts'
import { minus, sum } from './money.ts'

export function toQuoteLines(
  variant: PackageVariant,
  isDiscounted: boolean,
  description?: string,
): QuoteItem[] {
  const contents = variant.contents ?? []
  if (variant.variantPricingCategory !== 'fixedVariantPrice')
    return contents.map((item) => toQuoteLine(item, isDiscounted))
  return withFixedPrice(variant, contents, isDiscounted, variant.description ?? description)
}

/** Discount amounts take the place of the plain ones where they apply (E3). */
function toQuoteLine(item: PackageItem, isDiscounted: boolean): QuoteItem {
  const { discountAmountExVat, discountAmountIncVat, ...rest } = item
  if (!isDiscounted) return rest
  return {
    ...rest,
    ...(discountAmountExVat === undefined ? {} : { amountExVat: discountAmountExVat }),
    ...(discountAmountIncVat === undefined ? {} : { amountIncVat: discountAmountIncVat }),
  }
}

type Category = QuoteItem['itemCategory']
type Amounts = Required<Pick<QuoteItem, 'amountExVat' | 'amountIncVat'>>

const NOTHING: Amounts = { amountExVat: 0, amountIncVat: 0 }

/**
 * A quote has no field for a total price, so the price is on its lines (0012): labour on the first labour line, parts on the first
 * material line, or all of it on the first line; 0 on the others. A missing line is made.
 */
function withFixedPrice(
  variant: PackageVariant,
  contents: readonly PackageItem[],
  isDiscounted: boolean,
  description: string | undefined,
): QuoteItem[] {
  const exVat = sharesOf(variant, 'ExVat', isDiscounted)
  const incVat = sharesOf(variant, 'IncVat', isDiscounted)
  const whole = { amountExVat: exVat.whole, amountIncVat: incVat.whole }
  const lines: QuoteItem[] = contents.map((item) => ({ ...item, ...NOTHING }))
  const put = (category: Category | undefined, amounts: Amounts) => {
    const at = category === undefined ? 0 : lines.findIndex((line) => line.itemCategory === category)
    const line = lines[at]
    if (line) lines[at] = { ...line, ...amounts }
    else if (amounts.amountExVat !== 0 || amounts.amountIncVat !== 0)
      lines.push({
        itemCategory: category ?? 'labour',
        ...(description === undefined ? {} : { description }),
        ...amounts,
      })
  }
  if (exVat.parts && incVat.parts) {
    put('labour', { amountExVat: exVat.parts.labour, amountIncVat: incVat.parts.labour })
    put('material', { amountExVat: exVat.parts.material, amountIncVat: incVat.parts.material })
  } else put(undefined, whole)
  return lines
}

interface Shares {
  whole: number
  /** Undefined if the variant does not give them, or they do not add up to the whole. */
  parts?: Record<Category, number>
}

/** Shares belong to their own price: a discount price without shares has none. */
function sharesOf(variant: PackageVariant, vat: 'ExVat' | 'IncVat', isDiscounted: boolean): Shares {
  const hasDiscount = isDiscounted && variant[`discountPrice${vat}`] !== undefined
  const priceOf = (name: 'Price' | 'LabourPrice' | 'PartsPrice') => {
    const plain = `${name[0]?.toLowerCase()}${name.slice(1)}${vat}` as PriceName
    return variant[hasDiscount ? (`discount${name}${vat}` as PriceName) : plain]
  }
  const whole = priceOf('Price') ?? 0
  const [labour, material] = [priceOf('LabourPrice'), priceOf('PartsPrice')]
  if (labour === undefined && material === undefined) return { whole }
  const parts = {
    labour: labour ?? minus(whole, material ?? 0),
    material: material ?? minus(whole, labour ?? 0),
  }
  const isWhole = sum([parts.labour, parts.material]) === sum([whole])
  // A share larger than the whole would make the other a credit.
  const isShare = [parts.labour, parts.material].every((part) => part === 0 || part > 0 === whole > 0)
  return isWhole && isShare ? { whole, parts } : { whole }
}
