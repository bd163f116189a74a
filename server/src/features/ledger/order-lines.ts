// The lines of an order that name work of ours: what was ordered, sold and put off of what was found. Pure.
import type { ServiceOrder, ServiceOrderContentItem } from '@walkaround/contract/dms/service-orders.ts'

type Contents = Pick<ServiceOrder, 'contents' | 'currency'>

/** A row of `order_work` as the order has it; what it was matched with is found later. */
export interface OrderWorkRow {
  /** Its place in the order. */
  position: number
  itemId: string | undefined
  surveyId: string | undefined
  answerId: string | undefined
  packageId: string | undefined
  variantId: string | undefined
  currency: string | undefined
  quantity: number | undefined
  exVat: number | undefined
  incVat: number | undefined
  soldQuantity: number | undefined
  soldExVat: number | undefined
  soldIncVat: number | undefined
  deferredQuantity: number | undefined
  deferredUntil: string | undefined
}

const isOurs = (item: ServiceOrderContentItem): boolean =>
  item.healthSurveyId !== undefined || item.healthAnswerId !== undefined || item.healthPackageId !== undefined

export const toOrderWork = ({ contents = [], currency }: Contents): OrderWorkRow[] =>
  contents.flatMap((item, position) =>
    isOurs(item)
      ? [
          {
            position,
            itemId: item.id,
            surveyId: item.healthSurveyId,
            answerId: item.healthAnswerId,
            packageId: item.healthPackageId,
            variantId: item.healthPackageVariantId,
            currency,
            quantity: item.quantity,
            exVat: item.amountExVat,
            incVat: item.amountIncVat,
            soldQuantity: item.soldQuantity,
            soldExVat: item.soldAmountExVat,
            soldIncVat: item.soldAmountIncVat,
            deferredQuantity: item.deferredQuantity,
            deferredUntil: item.deferralDateTime,
          },
        ]
      : [],
  )
