// German words of what is signed on the handover act. Data only.
import type { handoverEn } from './handover-en.ts'
import type { Text } from './text.ts'

export const handoverDe = {
  'handover.work': 'Beauftragte Arbeiten und Teile',
  'handover.noWork': 'Es sind noch keine Arbeiten beauftragt.',
  'handover.sum': 'Summe mit MwSt.',
  'handover.sumEx': 'ohne MwSt. {sum}',
  'handover.sumOpen': 'Zeilen ohne Preis sind in der Summe nicht enthalten.',
  'handover.noPrice': 'kein Preis',
  'handover.terms': 'Bedingungen',
  'handover.as': 'Unterschreibt als',
  'handover.as.customer': 'Kunde',
  'handover.as.driver': 'Fahrer',
  'handover.as.owner': 'Halter',
  'handover.as.representative': 'Vertreter des Unternehmens',
  'handover.as.serviceAdvisor': 'Serviceberater',
  'handover.as.technician': 'Mechaniker',
  'handover.needsName': 'Bitte den Namen der Person angeben, die unterschreibt',
  'handover.notCompany':
    'Ein Unternehmen unterschreibt nicht selbst: Bitte den Namen der Person angeben, die für es unterschreibt',
  'handover.covers':
    'Die Unterschrift gilt für alles auf dieser Seite: womit das Auto kam, Schäden, Vereinbarungen, beauftragte Arbeiten und Bedingungen.',
  'handover.struck': 'Vor einer Änderung unterschrieben',
  'handover.struckWhat':
    'Was unterschrieben wurde, hat sich seitdem geändert. Bitte noch einmal unterschreiben lassen.',
  'handover.remark': 'Bemerkung: {text}',
  'unit.hour': 'Std.',
  'unit.ea': 'Stk.',
  'unit.l': 'l',
  'unit.kg': 'kg',
} as const satisfies Record<keyof typeof handoverEn, Text>
