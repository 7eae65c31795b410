<#import "template.ftl" as layout>
<@layout.registrationLayout displayMessage=!messagesPerField.existsError('username'); section>
  <#if section = "header">
    ${msg("emailForgotTitle")}
  <#elseif section = "form">
    <p class="lead">${msg("emailInstruction")}</p>
    <form id="kc-reset-password-form" action="${url.loginAction}" method="post">
      <div class="field">
        <label class="label" for="username">${msg("usernameOrEmail")}</label>
        <input class="input" id="username" name="username" value="${(auth.attemptedUsername)!''}" type="text" inputmode="email"
               autocapitalize="none" spellcheck="false" dir="ltr" autofocus autocomplete="username"
               <#if messagesPerField.existsError('username')>aria-invalid="true" aria-describedby="input-error-username"</#if>>
        <#if messagesPerField.existsError('username')>
        <span class="error" id="input-error-username" aria-live="polite">${kcSanitize(messagesPerField.get('username'))?no_esc}</span>
        </#if>
      </div>
      <button class="button button-primary" type="submit">${msg("doSendLink")}</button>
    </form>
    <p class="aside"><a href="${url.loginUrl}">${msg("backToLogin")}</a></p>
  </#if>
</@layout.registrationLayout>
