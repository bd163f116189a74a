// Russian words for two orders of the same car on the board. Data only.
import type { joiningEn } from './joining-en.ts'
import type { Text } from './text.ts'

export const joiningRu: Record<keyof typeof joiningEn, Text> = {
  'joining.ask': 'Та же машина? Объединить',
  'joining.undo': 'Отменить объединение',
  'joining.fact': 'Объединён с осмотром, созданным вручную',
  'joining.done': 'Теперь это один заказ',
  'joining.undone': 'Осмотр, созданный вручную, снова отдельно',
  'joining.unsent': 'Сначала отправьте то, что есть только на этом устройстве. Затем объедините заказы.',
  'joining.refused': 'Объединить нельзя: в обоих уже работали над осмотром одного вида, или заказ закрыт.',
  'joining.undoRefused': 'Объединение уже нельзя отменить: заказ закрыт, или его уже отменил кто-то другой.',
}
