// Sending the first invitation to everybody whom an import added, one after the other.
import { ActionButton } from '../../components/action-button.tsx'
import { Notice } from '../../components/notice.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { nameOf } from '../../lib/person-name.ts'
import { useSendUnsent } from './invite-many.ts'
import type { Invitation } from './people.ts'
import { texts } from './texts.ts'

export function SendUnsent({ invitations }: { invitations: readonly Invitation[] }) {
  const { send, outcomes } = useSendUnsent()
  const unsent = invitations.flatMap(({ user, sent }) => (user && sent === null ? [user] : []))
  const problems = outcomes.filter(({ problem }) => problem !== undefined)
  const sent = outcomes.length - problems.length
  return (
    <>
      {unsent.length === 0 ? null : (
        <div>
          <ActionButton size="xs" variant="default" busy={send.isPending} onClick={() => send.mutate(unsent)}>
            {texts.sendUnsent(unsent.length)}
          </ActionButton>
        </div>
      )}
      <StatusMessage>
        {send.isPending
          ? texts.sending(sent, unsent.length)
          : send.isSuccess && sent > 0
            ? texts.sentToAll(sent)
            : null}
      </StatusMessage>
      {problems.length === 0 ? null : (
        <Notice kind="caution" title={texts.notSentTo(problems.length)}>
          {problems.map(({ who, problem }) => (
            <div key={who.id}>
              {nameOf(who)}: {problem}
            </div>
          ))}
        </Notice>
      )}
    </>
  )
}
