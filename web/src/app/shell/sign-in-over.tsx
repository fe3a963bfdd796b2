// Signing in again over the page, after the session ended: the page stays as it is, with everything typed into it.
import { Modal } from '../../components/floating/modal.tsx'
import { useRouter } from '@tanstack/react-router'
import { SignInForm } from '../../features/session/sign-in-form.tsx'

/** `email` is the address of whom the page belongs to. */
export function SignInOver({ email }: { email: string }) {
  const router = useRouter()
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Sign in to go on"
    >
      <p style={{ marginTop: 0 }}>
        Your session has ended. This page stays as it is: after signing in you go on where you are.
      </p>
      <SignInForm returnTo={router.state.location.href} startWith={email} />
    </Modal>
  )
}
