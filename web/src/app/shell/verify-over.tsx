// Proving again who one is, over the page, before a sensitive action.
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { Loading } from '../../components/loading.tsx'
import { ProofForm } from '../../features/session/proof-form.tsx'
import { useSession } from '../../features/session/session.ts'
import type { Proof } from '../../lib/api.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'
import { giveUpVerification, goOnVerified } from '../../lib/verification-gate.ts'

export function VerifyOver() {
  const session = useSession()
  const router = useRouter()
  const ways = useQuery({
    queryKey: ['verification'],
    queryFn: () => answer(client.GET('/session/verification')),
    gcTime: 0,
    staleTime: 0,
  })
  const prove = useAction({
    mutationFn: (body: Proof) => answer(client.POST('/session/verification', { body })),
    onSuccess: goOnVerified,
  })
  const { data } = ways
  const hasWay = data && Object.values(data).some((way) => way)
  const email = session.data?.user?.email ?? ''
  const again = `/session/sso/start?${new URLSearchParams({ email, returnTo: router.state.location.href }).toString()}`
  return (
    <Modal opened onClose={giveUpVerification} title="Confirm that it is you">
      <p style={{ marginTop: 0 }}>
        This cannot be undone easily, or decides who gets in. You signed in a while ago, so please prove again
        who you are.
      </p>
      <ErrorAlert error={ways.error} />
      {ways.isPending ? <Loading /> : null}
      {data && hasWay ? (
        <ProofForm
          ways={data}
          label="Confirm"
          busy={prove.isPending}
          error={prove.error}
          onProve={(proof, again) => prove.mutate(proof, { onError: again })}
        />
      ) : null}
      {data && !hasWay ? (
        <p>
          You sign in at your organisation’s provider. <a href={again}>Sign in there again</a> and then repeat
          what you were doing.
        </p>
      ) : null}
    </Modal>
  )
}
