// The topics of a subscription, each with what it says.
import { Checkbox, Input } from '@mantine/core'
import { topicsInOrder, topicTexts } from './texts.ts'
import type { Topic } from './webhooks.ts'
import classes from './webhooks.module.css'

export function TopicsField(props: {
  value: readonly Topic[]
  onChange: (topics: Topic[]) => void
  error: string | undefined
}) {
  const { value, onChange, error } = props
  return (
    <Checkbox.Group
      label="Topics"
      required
      value={[...value]}
      onChange={(chosen) => onChange(topicsInOrder.filter((topic) => chosen.includes(topic)))}
    >
      <div className={classes.topics}>
        {topicsInOrder.map((topic) => (
          <Checkbox key={topic} value={topic} label={topic} description={topicTexts[topic]} />
        ))}
      </div>
      {error === undefined ? null : (
        <Input.Error size="md" role="alert">
          {error}
        </Input.Error>
      )}
    </Checkbox.Group>
  )
}
