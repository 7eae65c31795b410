import {
  Archive,
  Building2,
  CalendarDays,
  CircleCheck,
  Clock,
  Euro,
  Flag,
  Heart,
  List,
  type LucideIcon,
  Mail,
  MapPin,
  Phone,
  Star,
  Tag,
  Ticket,
  TriangleAlert,
  Truck,
  Users,
} from 'lucide-react';

/** Icons of views, by their stored name. */
export const VIEW_ICONS: Readonly<Record<string, LucideIcon>> = {
  list: List,
  star: Star,
  flag: Flag,
  heart: Heart,
  users: Users,
  building: Building2,
  ticket: Ticket,
  calendar: CalendarDays,
  clock: Clock,
  euro: Euro,
  mail: Mail,
  phone: Phone,
  place: MapPin,
  tag: Tag,
  truck: Truck,
  done: CircleCheck,
  alert: TriangleAlert,
  archive: Archive,
};

/** The icon of a view; nothing for an unknown name. */
export const ViewIcon = ({ name }: { name: string | null }) => {
  const Icon = name ? VIEW_ICONS[name] : undefined;
  return Icon ? <Icon className="c-icon" aria-hidden /> : null;
};
