// Takes what is shown along: as CSV, as JSON, on paper.
import { useState } from 'preact/compat'
import { RefusalNote } from '../../workshop/screens/refusal-note.tsx'
import { Button } from '../../workshop/ui/parts.tsx'
import { useWords } from '../app/words.tsx'
import { download, type Sheet } from './download.ts'

const kinds = ['csv', 'json'] as const
type Kind = (typeof kinds)[number]

interface Props {
  /** Called with the tap: rows need not be made, nor the rest of them read, for nobody. */
  make: () => Sheet | Promise<Sheet>
  canPrint?: boolean
}

export function ExportButtons({ make, canPrint = false }: Props) {
  const { t } = useWords()
  const [making, setMaking] = useState<Kind>()
  const [refused, setRefused] = useState<{ error: Error; kind: Kind }>()
  const save = async (kind: Kind) => {
    setMaking(kind)
    setRefused(undefined)
    try {
      download(await make(), kind)
    } catch (error) {
      setRefused({ error: error as Error, kind })
    } finally {
      setMaking(undefined)
    }
  }
  return (
    <div className="actions export no-print">
      {kinds.map((kind) => (
        <Button
          key={kind}
          look="quiet"
          icon="save"
          disabled={making !== undefined}
          aria-busy={making === kind}
          onClick={() => save(kind)}
        >
          {kind.toUpperCase()}
        </Button>
      ))}
      {canPrint && (
        <Button look="quiet" icon="page" onClick={() => window.print()}>
          {t('office.print')}
        </Button>
      )}
      {refused && <RefusalNote error={refused.error} onRetry={() => save(refused.kind)} />}
    </div>
  )
}
