// In the head of an inspection: scan the car, and learn at once whether it is the right one.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { compareScanned, readScanned } from '@walkaround/contract/rules/scanned.ts'
import { useWorkshop } from '../../app/context.tsx'
import { go } from '../../app/router.tsx'
import { useWords } from '../../app/words.tsx'
import { findBoard } from '../../store/pages.ts'
import { findScanned } from './find-scanned.ts'
import { ScanButton } from './scan-button.tsx'
import type { Verdict } from './scan-sheet.tsx'

interface Car {
  numberPlate?: string
  vin?: string
}

export function CheckCar({ page }: { page: SurveyPage }) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const { survey } = page
  const judge = async (text: string, close: () => void): Promise<Verdict> => {
    const car = (survey.surveyObject ?? survey.vehicle ?? {}) as Car
    const name = car.numberPlate ?? car.vin ?? t('board.noPlate')
    const scanned = readScanned(text)
    const numbers = [survey.referenceObject?.id]
    const result = compareScanned(scanned, { vin: car.vin, numberPlate: car.numberPlate, numbers })
    if (result === 'same') return { tone: 'good', title: t('scan.right', { car: name }) }
    const clientId = workshop.clientId.get()
    const row = clientId === undefined ? undefined : await findBoard(workshop.store, clientId, undefined)
    const other = findScanned(scanned, row?.board.cards ?? [])
    const surveyId = other?.surveyId
    if (other && surveyId === survey.id) return { tone: 'good', title: t('scan.right', { car: name }) }
    const action =
      other && surveyId !== undefined
        ? {
            words: t('scan.open', { car: other.card.numberPlate ?? scanned.words }),
            run: () => {
              close()
              go({ screen: 'survey', surveyId }, { replace: true })
            },
          }
        : undefined
    if (result === 'unknown' && !other)
      return { tone: 'soon', title: t('scan.noVin', { car: name, scanned: scanned.words }) }
    return {
      tone: 'bad',
      title: t('scan.wrong', { car: name, scanned: other?.card.numberPlate ?? scanned.words }),
      ...(action ? { action } : {}),
    }
  }
  return <ScanButton onFound={judge} className="cl-scan" />
}
