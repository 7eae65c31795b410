import { useEffect, useRef } from 'react';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/** Swagger UI takes its dark colours from a class of the page. */
function useDarkClass(): void {
  useEffect(() => {
    const { classList, dataset } = document.documentElement;
    const follow = () => classList.toggle('dark-mode', dataset.theme === 'dark');
    follow();
    const observer = new MutationObserver(follow);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, []);
}

/** A document, drawn. Nothing is kept of what is typed there, the token that somebody pasted included. */
export const Swagger = ({ document: spec }: { document: object }) => {
  const place = useRef<HTMLDivElement>(null);
  useDarkClass();
  useEffect(() => {
    // A root of its own: Swagger UI brings its own React, which must not meet what ours has drawn.
    const domNode = document.createElement('div');
    place.current?.replaceChildren(domNode);
    // Its filter stands outside of every landmark, where nobody who walks by landmarks finds it.
    const observer = new MutationObserver(() =>
      domNode.querySelector('.filter-container')?.setAttribute('role', 'search'),
    );
    observer.observe(domNode, { childList: true, subtree: true });
    SwaggerUI({
      domNode,
      spec,
      deepLinking: true,
      docExpansion: 'none',
      defaultModelsExpandDepth: 0,
      filter: true,
      tagsSorter: 'alpha',
      validatorUrl: null,
      persistAuthorization: false,
    });
    return () => observer.disconnect();
  }, [spec]);
  return <div ref={place} />;
};
