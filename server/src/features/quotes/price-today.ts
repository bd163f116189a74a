// What a variant of a package costs this vehicle today: by the rules of a quote (E3).
import type { Package, PackageVariant } from '@walkaround/contract/dms/packages.ts'
import { statedTotal } from '@walkaround/contract/rules/money.ts'
import { isOutOfWarranty } from '@walkaround/contract/rules/warranty.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { Scope } from '../../scope.ts'
import { toPackageQuote } from './rules.ts'

interface PriceToday {
  currency: string
  amountExVat: number | undefined
  amountIncVat: number | undefined
}

/** Ask only if the variant has a price. */
export function priceToday(
  scope: Pick<Scope, 'client' | 'now'>,
  header: Omit<Package, 'variants'>,
  variant: PackageVariant,
  vehicle: Vehicle | undefined,
): PriceToday {
  const isDiscounted =
    variant.discountPriceExVat !== undefined && isOutOfWarranty(vehicle, scope.now, scope.client.timeZone)
  const { currency = '', contents } = toPackageQuote({
    quoteId: '',
    questionId: '',
    answerId: '',
    package: header,
    variant,
    isDiscounted,
    approval: {},
  })
  const total = statedTotal(contents)
  return { currency, amountExVat: total?.exVat, amountIncVat: total?.incVat }
}
