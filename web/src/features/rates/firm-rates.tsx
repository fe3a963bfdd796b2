// The rates of one law firm, and what it proposes: a part of its page.
import { ProposalsPanel } from './proposals-panel.tsx'
import { RateCard } from './rate-card.tsx'

export function FirmRates({ lawFirmId }: { lawFirmId: number }) {
  const side = { firm: lawFirmId }
  return (
    <>
      <RateCard side={side} />
      <ProposalsPanel side={side} />
    </>
  )
}
