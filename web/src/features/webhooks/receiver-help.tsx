// What somebody who writes a receiver has to know, in short.
import { CodeBlock } from '../../components/code-block.tsx'
import { Panel } from '../../components/panel.tsx'
import { verificationSample } from './verification-sample.ts'
import classes from './webhooks.module.css'

export function ReceiverHelp() {
  return (
    <Panel title="What a receiver does">
      <ul className={classes.help}>
        <li>
          <strong>Verify.</strong> Notifications are signed by the Standard Webhooks specification:
          HMAC-SHA256 with the signing secret, over the headers webhook-id and webhook-timestamp and the body,
          joined by dots. Verify the bytes that arrived, before you parse them, and refuse a time more than
          five minutes away.
        </li>
        <li>
          <strong>Answer quickly.</strong> With a status from 200 to 299 within five seconds; do the work
          afterwards. Anything else, a redirect included, is a failure.
        </li>
        <li>
          <strong>Expect repeats.</strong> A failure is tried again after 1, 2 and 5 minutes, with the same
          webhook-id. Keep the ids of the last days, ignore those you know, and acknowledge them all the same.
        </li>
        <li>
          <strong>Expect no order.</strong> One notification can overtake another. It says what changed, not
          how: ask the API for what is true now.
        </li>
        <li>
          <strong>Ten abandoned notifications within 24 hours</strong> disable the subscription for good. You
          get a mail; subscribe again, and replay what was suppressed to the new subscription.
        </li>
      </ul>
      <CodeBlock label="Verify, in TypeScript" text={verificationSample} />
    </Panel>
  )
}
