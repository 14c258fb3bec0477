import { BriefcaseBusiness, MapPin } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../../ui/actions/button.tsx'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Chip, ChipList } from '../../../ui/display/chips.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { Colleague } from '../schema.ts'
import { experienceText } from './experience-text.ts'

/** Specialties on a card (COL-07). */
const MAX_SPECIALTIES = 3

/** Card of a colleague, with «Referir Caso». */
export function ColleagueCard({ colleague, onRefer }: { colleague: Colleague; onRefer(): void }) {
  const { id, name, avatar_url, location, experience, specialties } = colleague
  return (
    <Card className="flex h-full flex-col gap-4">
      <div className="flex min-w-0 items-start gap-3.5">
        <Avatar name={name} src={avatar_url} size={56} />
        <div className="min-w-0">
          <h3 className="text-h4 wrap-anywhere">
            <Link to={`/lawyer/${id}`} className="text-ink no-underline hover:underline">
              {name}
            </Link>
          </h3>
          <ul className="mt-1 grid gap-0.5 text-small text-muted *:flex *:items-start *:gap-1.5 [&_svg]:mt-0.5 [&_svg]:size-3.75 [&_svg]:flex-none">
            {location && (
              <li>
                <MapPin aria-hidden="true" />
                {location}
              </li>
            )}
            {experience !== null && (
              <li>
                <BriefcaseBusiness aria-hidden="true" />
                {experienceText(experience)}
              </li>
            )}
          </ul>
        </div>
      </div>
      <ChipList>
        {specialties.slice(0, MAX_SPECIALTIES).map((one) => (
          <Chip key={one} small>
            {one}
          </Chip>
        ))}
      </ChipList>
      <Button variant="tonal" className="mt-auto" onClick={onRefer}>
        Referir Caso
      </Button>
    </Card>
  )
}
