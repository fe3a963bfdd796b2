// One question for all names that are taken; who wants can answer it for each file.
import { Button, Group, NativeSelect, Radio, Stack } from '@mantine/core'
import { Modal } from '../../../components/floating/modal.tsx'
import { useState } from 'react'
import { numberText } from '../../../lib/counted.ts'
import { uploadTexts } from '../texts.ts'
import { type Resolution, resolutions, type UploadItem } from './upload-item.ts'
import { remove, resolveNames } from './uploads.ts'
import classes from './name-question.module.css'

const texts = uploadTexts.question

export function NameQuestion({ items }: { items: readonly UploadItem[] }) {
  const [forAll, setForAll] = useState<Resolution>('SaveVersion')
  const [each, setEach] = useState<ReadonlyMap<number, Resolution>>()
  const stop = () => items.forEach(({ id }) => remove(id))
  const chosen = ({ id }: UploadItem) => each?.get(id) ?? forAll
  return (
    <Modal opened onClose={stop} title={texts.title(items.length)} size="lg" closeOnClickOutside={false}>
      <Stack>
        {each === undefined ? (
          <Radio.Group
            label={texts.lead(items.length)}
            value={forAll}
            onChange={(value) => setForAll(resolutions.find((one) => one === value) ?? 'SaveVersion')}
          >
            <Stack gap="xs" mt="xs">
              {resolutions.map((resolution) => (
                <Radio
                  key={resolution}
                  value={resolution}
                  label={texts[resolution]}
                  description={texts[`${resolution}Hint`]}
                />
              ))}
            </Stack>
          </Radio.Group>
        ) : (
          <ul className={classes.list}>
            {items.map((item) => (
              <li key={item.id}>
                <span className={classes.name}>
                  {item.name} <span className={classes.folder}>{texts.in(placeOf(item))}</span>
                </span>
                <NativeSelect
                  size="xs"
                  aria-label={item.name}
                  value={chosen(item)}
                  data={resolutions.map((value) => ({ value, label: texts[value] }))}
                  onChange={({ currentTarget: { value } }) =>
                    setEach(new Map([...each, [item.id, resolutions.find((one) => one === value) ?? forAll]]))
                  }
                />
              </li>
            ))}
          </ul>
        )}
        {each === undefined && <Names items={items} />}
        <Group justify="space-between">
          {items.length > 1 && each === undefined ? (
            <Button variant="subtle" size="sm" onClick={() => setEach(new Map())}>
              {texts.each}
            </Button>
          ) : (
            <span />
          )}
          <Group>
            <Button variant="default" size="sm" onClick={stop}>
              {texts.stop}
            </Button>
            <Button size="sm" onClick={() => resolveNames(chosen)}>
              {texts.answer}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  )
}

const mostNames = 5

function Names({ items }: { items: readonly UploadItem[] }) {
  const names = items.slice(0, mostNames).map(({ name }) => name)
  return (
    <p className={classes.names}>
      {names.join(', ')}
      {items.length > mostNames && ` … (${numberText(items.length)})`}
    </p>
  )
}

const placeOf = ({ target }: UploadItem): string =>
  target.kind === 'folder' ? (target.path.at(-1) ?? target.folderName) : ''
