import { Compass, Lock } from 'lucide-react';
import { StatusPage } from './status-pages';

export const ForbiddenPage = () => <StatusPage code="403" icon={<Lock aria-hidden />} />;
export const MissingPage = () => <StatusPage code="404" icon={<Compass aria-hidden />} />;
