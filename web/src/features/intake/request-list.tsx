// Requests as their requester sees them in a list: what, how far, by when.
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useFormat } from '../../components/format-context.ts'
import { StateBadge } from '../../components/state-badge.tsx'
import type { ListedRequest } from './intake.ts'
import classes from './intake.module.css'
import { stateOfRequest, progressOf } from './request-progress.ts'

export function RequestList({ requests }: { requests: readonly ListedRequest[] }) {
  const format = useFormat()
  const id = useId()
  return (
    <ul className={classes.requests}>
      {requests.map((request) => (
        <li key={request.id}>
          <Link
            to="/requests/$requestId"
            params={{ requestId: String(request.id) }}
            className={classes.request}
            aria-labelledby={`${id}-${request.id}-name`}
            aria-describedby={`${id}-${request.id}-state ${id}-${request.id}-facts`}
          >
            <span id={`${id}-${request.id}-name`} className={classes.requestName}>
              {request.name}
            </span>
            <span id={`${id}-${request.id}-state`}>
              <StateBadge state={stateOfRequest(request, true)} />
            </span>
            <span id={`${id}-${request.id}-facts`} className={classes.requestFacts}>
              {[
                ...(request.selfService ? [] : [request.displayId]),
                format.date(request.created.dateUtc),
                progressOf(request),
              ].join(' · ')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
