// A signing secret that is to be copied to the receiver.
import { CopyField } from '../../components/copy-field.tsx'
import { Notice } from '../../components/notice.tsx'

export function ShownSecret({ secret }: { secret: string }) {
  return (
    <Notice kind="caution" title="Give the secret to your receiver only">
      <p>
        Anyone who has it can make notifications that look genuine. Keep it where only the receiver reads it.
      </p>
      <CopyField label="Signing secret" value={secret} />
    </Notice>
  )
}
