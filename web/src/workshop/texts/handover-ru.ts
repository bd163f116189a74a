// Russian words of what is signed on the handover act. Data only.
import type { handoverEn } from './handover-en.ts'
import type { Text } from './text.ts'

export const handoverRu = {
  'handover.work': 'Заказанные работы и запчасти',
  'handover.noWork': 'Работы пока не заказаны.',
  'handover.sum': 'Итого с НДС',
  'handover.sumEx': 'без НДС {sum}',
  'handover.sumOpen': 'Строки без цены в сумму не входят.',
  'handover.noPrice': 'без цены',
  'handover.terms': 'Условия',
  'handover.as': 'Подписывает',
  'handover.as.customer': 'Клиент',
  'handover.as.driver': 'Водитель',
  'handover.as.owner': 'Владелец',
  'handover.as.representative': 'Представитель компании',
  'handover.as.serviceAdvisor': 'Мастер-приёмщик',
  'handover.as.technician': 'Механик',
  'handover.needsName': 'Укажите имя того, кто подписывает',
  'handover.notCompany': 'Компания сама не подписывает: укажите имя того, кто подписывает от её имени',
  'handover.covers':
    'Подпись относится ко всему на этой странице: с чем приехала машина, повреждения, договорённости, заказанные работы и условия.',
  'handover.struck': 'Подписано до изменения',
  'handover.struckWhat': 'С тех пор подписанное изменилось. Попросите подписать ещё раз.',
  'handover.remark': 'Примечание: {text}',
  'unit.hour': 'ч',
  'unit.ea': 'шт.',
  'unit.l': 'л',
  'unit.kg': 'кг',
} as const satisfies Record<keyof typeof handoverEn, Text>
