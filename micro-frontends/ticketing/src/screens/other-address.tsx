import { Navigate, useLocation, useParams } from 'react-router';
import { Unavailable } from '@coulisse/resource-fields';
import { documentOf } from './placement/plan-documents';
import { PlanDocument } from './placement/plan-document';
import { pageOf } from './other-addresses';

/** Leads an address that names a record otherwise to the page of the record, or makes the document that it names. */
const OtherAddress = () => {
  const { pathname } = useLocation();
  const { id = '', part = '' } = useParams();
  const kind = documentOf(part);
  if (kind && pathname.startsWith('/configuration/representations/'))
    return <PlanDocument id={id} kind={kind} />;
  const page = pageOf(pathname);
  if (!page) return <Unavailable />;
  return <Navigate to={page.path} state={page.opens && { opens: page.opens }} replace />;
};

export default OtherAddress;
