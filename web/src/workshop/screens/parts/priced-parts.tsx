// Parts of a finding among the quotes: what the parts desk replied, and one tap that makes a quote of it.
import type { PartRequest } from '@walkaround/contract/dms/parts.ts'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Button } from '../../ui/parts.tsx'
import { PartState } from './part-state.tsx'

export function PricedParts(props: {
  request: PartRequest
  /** The offer has them already. */
  isOffered: boolean
  /** Left out: the person may only read. */
  onUse?: () => void
}) {
  const { t } = useWords()
  const { request, isOffered, onUse } = props
  const isPriced = request.state === 'priced'
  return (
    <div className="priced-parts">
      <PartState request={request} />
      {isPriced && isOffered && (
        <p className="part-offered">
          <Icon name="check" size={20} /> {t('parts.offered')}
        </p>
      )}
      {isPriced && !isOffered && onUse && (
        <Button icon="parts" onClick={onUse}>
          {t('parts.use')}
        </Button>
      )}
    </div>
  )
}
