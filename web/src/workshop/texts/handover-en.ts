// English words of what is signed on the handover act. Data only.
import type { Text } from './text.ts'

export const handoverEn = {
  'handover.work': 'Ordered work and parts',
  'handover.noWork': 'No work has been ordered yet.',
  'handover.sum': 'Sum with VAT',
  'handover.sumEx': 'without VAT {sum}',
  'handover.sumOpen': 'Lines without a price are not in the sum.',
  'handover.noPrice': 'no price',
  'handover.terms': 'Terms',
  'handover.as': 'Signs as',
  'handover.as.customer': 'Customer',
  'handover.as.driver': 'Driver',
  'handover.as.owner': 'Owner',
  'handover.as.representative': 'Representative of the company',
  'handover.as.serviceAdvisor': 'Service advisor',
  'handover.as.technician': 'Technician',
  'handover.needsName': 'Give the name of the person who signs',
  'handover.notCompany': 'A company does not sign: give the name of the person who signs for it',
  'handover.covers':
    'The signature stands for everything on this page: what the car came with, damage, agreements, ordered work and terms.',
  'handover.struck': 'Signed before a change',
  'handover.struckWhat': 'What was signed has changed since. Please have it signed again.',
  'handover.remark': 'Remark: {text}',
  'unit.hour': 'h',
  'unit.ea': 'pcs',
  'unit.l': 'l',
  'unit.kg': 'kg',
} as const satisfies Record<string, Text>
